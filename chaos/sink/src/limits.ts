/** Every limit of the witness, with its unit and the reason for its size. */

/** Bytes of one file or mail. Documents of the agents have a few KB; 1 MiB leaves room and keeps memory small. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Characters of a path part: a Message-ID that holds an effect key (up to 135) and a host name, URL-encoded. */
export const MAX_PATH_PART_CHARS = 1000;

/** Characters of a Message-ID; a header line has at most 998 (RFC 5322), and an index entry must stay small. */
export const MAX_MESSAGE_ID_CHARS = 500;

/** Characters of a header that are kept when it is no effect key: enough to recognise it. */
export const KEPT_HEADER_CHARS = 200;

/** Arrivals on one page unless asked otherwise, and at most. A run of 30 steps makes some 60. */
export const DEFAULT_PAGE_ROWS = 500;
export const MAX_PAGE_ROWS = 5000;

/** Mails in one list. They carry their text, so this bounds the answer to some MB. */
export const MAX_MAILS = 1000;

/** Characters of an Idempotency-Key: providers take up to 255, an effect key has at most 135. */
export const MAX_IDEMPOTENCY_KEY_CHARS = 255;

/** Refunds that one look-up shows. More than one under an effect key is a duplicate, so this is never reached by chance. */
export const MAX_REFUNDS_FOUND = 100;

/** Orders of faults in one list, newest first. */
export const MAX_FAULTS_LISTED = 200;

/** SMTP connections at a time: a few for every worker. */
export const MAX_SMTP_CLIENTS = 200;

/** Milliseconds of silence of a client before its connection is closed. A worker's send takes seconds at most. */
export const SMTP_SOCKET_TIMEOUT_MS = 60_000;

/** Milliseconds that open connections get when the witness stops. Nothing is lost: what had a 250 is committed. */
export const CLOSE_TIMEOUT_MS = 2_000;

/** Milliseconds until the process ends by force after a signal, when closing hangs. */
export const FORCED_EXIT_MS = 5_000;

/** Connections to the witness's own database. Writers queue for one lock, so more would only wait. */
export const POOL_CONNECTIONS = 10;

/** Connections to the product's database: counts are read now and then. */
export const LEDGER_POOL_CONNECTIONS = 2;

/** Milliseconds to get a connection, and for one statement: a sender gives up after some seconds. */
export const CONNECT_TIMEOUT_MS = 5_000;
export const STATEMENT_TIMEOUT_MS = 10_000;
