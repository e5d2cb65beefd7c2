import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowed } from '../check-licences.ts';

test('a choice of licences is allowed when one of them is', () => {
  assert.equal(isAllowed('(MIT OR GPL-2.0-only)'), true);
  assert.equal(isAllowed('GPL-2.0-only OR AGPL-3.0-only'), false);
});

test('licences that bind together are allowed only when all of them are', () => {
  assert.equal(isAllowed('MIT AND ISC'), true);
  assert.equal(isAllowed('MIT AND BUSL-1.1'), false);
});

test('a package without a stated licence is not allowed', () => {
  assert.equal(isAllowed('none stated'), false);
  assert.equal(isAllowed('SEE LICENSE IN LICENSE.md'), false);
});
