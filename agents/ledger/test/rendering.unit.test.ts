import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { messageId, renderMail, withEpoch } from '../mail.ts';
import { noteName, renderNote } from '../note.ts';
import { booking, key, mail, renderContext } from './fixtures.ts';

test('a note and a mail are rendered to the same bytes each time', () => {
  const note = { ...booking, remark: 'Paid in cash.' };
  assert.equal(renderNote(note, renderContext), renderNote(structuredClone(note), { ...renderContext }));
  assert.equal(renderMail(mail, renderContext), renderMail(structuredClone(mail), { ...renderContext }));
});

test('the Message-ID depends on the effect key alone', () => {
  assert.equal(messageId(key), 'run-a.3.send_mail@checkpoint.example');
  assert.match(renderMail(mail, renderContext), /^Message-ID: <run-a\.3\.send_mail@checkpoint\.example>\r$/m);
});

test('a rendered mail is read back whole by a mail parser', async () => {
  const raw = renderMail(mail, renderContext);
  assert.doesNotMatch(raw, /[^\r]\n/);
  assert.doesNotMatch(raw, /\P{ASCII}/u);
  const parsed = await PostalMime.parse(withEpoch(raw, 7));
  const header = (name: string) => parsed.headers.find((item) => item.key === name)?.value;
  assert.equal(header('x-effect-key'), key);
  assert.equal(header('x-effect-epoch'), '7');
  assert.equal(parsed.subject, mail.subject);
  assert.equal(parsed.date, '2026-03-15T08:00:00.000Z');
  assert.equal(parsed.to?.[0]?.address, mail.to);
  assert.match(parsed.text ?? '', /^\.a line that starts with a dot$/m);
  assert.match(parsed.text ?? '', /^Stated total: {3}96\.30 EUR$/m);
});

test('a long subject with any letters stays one header', async () => {
  const subject = `Bitte prüfen: ${'Übergrößenmöbel '.repeat(9)}`.trim();
  const parsed = await PostalMime.parse(renderMail({ ...mail, subject }, renderContext));
  assert.equal(parsed.subject, subject);
  assert.equal(parsed.messageId, `<${messageId(key)}>`);
});

test('a note shows what is wrong, and no text of a document becomes markup', () => {
  const note = { ...booking, vendor: '<b>Hansen</b>', statedTotalMinor: 9930, sumsAgree: false, remark: '' };
  const text = renderNote(note, renderContext);
  assert.match(text, /^- total: the document says 99\.30, its parts give 96\.30$/m);
  assert.match(text, /^\| Difference \| 3\.00 EUR \|$/m);
  assert.match(text, /^# \\<b\\>Hansen\\<\/b\\>: 2026-0117$/m);
  assert.match(text, /^\| Coffee \\\| urn \|/m);
  assert.equal(noteName(note.document), '001-bakery-hansen.md');
});
