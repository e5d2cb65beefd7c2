import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLedgerRow } from '../tools/add-ledger-row.ts';
import { sendMail } from '../tools/send-mail.ts';
import { writeNote } from '../tools/write-note.ts';
import { booking, mail } from './fixtures.ts';

const calls = [
  { tool: writeNote, args: { ...booking, remark: '' } },
  { tool: addLedgerRow, args: booking },
  { tool: sendMail, args: mail },
];

for (const { tool, args } of calls) {
  test(`${tool.name} takes a booking whose claims are true`, () => {
    assert.deepEqual(tool.input.parse(args), args);
  });

  test(`${tool.name} refuses a computed total that its lines do not give`, () => {
    const refused = tool.input.safeParse({ ...args, computedTotalMinor: 9631 });
    assert.equal(refused.success, false);
    assert.deepEqual(refused.error?.issues[0]?.path, ['computedTotalMinor']);
    assert.match(
      refused.error?.issues[0]?.message ?? '',
      /computedTotalMinor is 9631, but the lines, discounts and VAT give 9630 .* send 9630/,
    );
  });

  test(`${tool.name} refuses a false flag in both directions`, () => {
    const hidden = tool.input.safeParse({ ...args, statedTotalMinor: 9930 });
    assert.match(
      hidden.error?.issues[0]?.message ?? '',
      /sumsAgree is true, but total: the document says 99\.30/,
    );
    const alarm = tool.input.safeParse({ ...args, sumsAgree: false });
    assert.match(alarm.error?.issues[0]?.message ?? '', /sumsAgree is false, but every printed sum is right/);
  });

  test(`${tool.name} refuses fractions of a cent, unknown fields and text that could forge a line`, () => {
    assert.equal(tool.input.safeParse({ ...args, statedTotalMinor: 96.3 }).success, false);
    assert.equal(tool.input.safeParse({ ...args, bonus: 1 }).success, false);
    assert.equal(tool.input.safeParse({ ...args, vendor: 'A\r\nBcc: x@y.example' }).success, false);
    assert.equal(tool.input.safeParse({ ...args, document: '../../etc/passwd' }).success, false);
  });
}

test('send_mail refuses a recipient that is not of the office', () => {
  assert.equal(sendMail.input.safeParse({ ...mail, to: 'thief@elsewhere.example' }).success, false);
});

test('several VAT rates without a rate on each line are refused, because nobody could add them up', () => {
  const vat = [...booking.vat, { percent: '19', amountMinor: 100 }];
  const refused = addLedgerRow.input.safeParse({ ...booking, vat });
  assert.match(
    refused.error?.issues[0]?.message ?? '',
    /lines\[0\]\.vatPercent: the document has 2 VAT rates/,
  );
});
