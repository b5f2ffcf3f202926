import { expect } from 'chai'
import { parseRefresh } from '#shared/page/refresh.ts'

/** HTML Standard, 4.2.5.3, "shared declarative refresh steps": value, seconds, URL. Undefined = browsers ignore it. */
const cases: readonly (readonly [value: string, seconds?: number, address?: string | null])[] = [
  ['5', 5, null],
  [' \t\n5', 5, null],
  ['0;', 0, null],
  ['0,', 0, null],
  ['0 ', 0, null],
  ['0; URL=/site/', 0, '/site/'],
  ['0;url=/site/', 0, '/site/'],
  ["0;URL='x'", 0, 'x'],
  ['0;URL="x" y', 0, 'x'],
  ["0; 'x' y", 0, 'x'],
  ["0;url='x", 0, 'x'],
  ['0,x', 0, 'x'],
  ['0 x', 0, 'x'],
  ['0;x;y', 0, 'x;y'],
  ['3 ; uRl  =  x', 3, 'x'],
  ['0;url=', 0, ''],
  ['0;url=""', 0, ''],
  // The parser takes `url` for the URL where no sign of equality follows, and nothing in quotes then.
  ['0;url x', 0, 'url x'],
  ['0;ur=x', 0, 'ur=x'],
  ['1.9;x', 1, 'x'],
  ['.5;x', 0, 'x'],
  ['1.2.3;x', 1, 'x'],
  ['00012', 12, null],
  ['0;;x', 0, ';x'],
  [''],
  ['x'],
  [';x'],
  ['url=x'],
  ['+5;x'],
  ['-1;x'],
  ['5s;x'],
  ['5x'],
  ['\u00a05;x'],
]

describe('value of a declarative refresh', () => {
  for (const [value, seconds, address = null] of cases)
    it(`"${value}" is ${seconds === undefined ? 'ignored' : `${seconds} s, ${address}`}`, () =>
      expect(parseRefresh(value)).to.deep.equal(seconds === undefined ? null : { seconds, address }))

  it('of any number of digits has a whole number of seconds', () =>
    expect(parseRefresh('9'.repeat(400))?.seconds).to.equal(Number.MAX_SAFE_INTEGER))

  it('is not read where it is longer than any URL', () =>
    expect(parseRefresh(`0;url=/${'x'.repeat(9000)}`)).to.equal(null))
})
