import { expect } from 'chai'
import { prescan } from '#shared/web/html/charset.ts'

// Expected by the HTML Standard, section 13.2.3.2.
const cases: readonly (readonly [string, string | null])[] = [
  ['<meta charset=euc-kr>', 'EUC-KR'],
  ['<META CHARSET="EUC-KR">', 'EUC-KR'],
  [`<meta charset='euc-kr'>`, 'EUC-KR'],
  ['<meta/charset=euc-kr>', 'EUC-KR'],
  ['<meta a=b charset = euc-kr >', 'EUC-KR'],
  ['<metacharset=euc-kr>', null],
  ['<meta charset=euc-kr', 'EUC-KR'],
  ['<meta content="text/html; charset=euc-kr">', null],
  ['<meta http-equiv=refresh content="text/html; charset=euc-kr">', null],
  ['<meta http-equiv=content-type content="text/html; charset=euc-kr">', 'EUC-KR'],
  ['<meta content="text/html; charset=\'euc-kr\'" http-equiv=CONTENT-TYPE>', 'EUC-KR'],
  ['<meta http-equiv=content-type content="charset">', null],
  ['<meta http-equiv=content-type content="charset=">', null],
  ['<meta http-equiv=content-type content="charset = euc-kr ; x">', 'EUC-KR'],
  ["<meta http-equiv=content-type content='charset=\"euc-kr'>", null],
  ['<meta charset=utf-16>', 'UTF-8'],
  ['<meta charset=x-user-defined>', 'windows-1252'],
  ['<meta charset=nonsense><meta charset=euc-kr>', 'EUC-KR'],
  ['<!-- <meta charset=koi8-r> --><meta charset=euc-kr>', 'EUC-KR'],
  ['<!--><meta charset=euc-kr>', 'EUC-KR'],
  ['<a title="<meta charset=koi8-r>"><meta charset=euc-kr>', 'EUC-KR'],
  ['</a title="<meta charset=koi8-r>"><meta charset=euc-kr>', 'EUC-KR'],
  ['<!doctype "<meta charset=euc-kr>', null],
  ['<?xml <meta charset=koi8-r><meta charset=euc-kr>', 'EUC-KR'],
  ['< meta charset=euc-kr>', null],
  ['<meta charset=euc-kr charset=koi8-r>', 'EUC-KR'],
  ['', null],
  ['<', null],
]

describe('prescan', () => {
  for (const [html, expected] of cases)
    it(`${html || '(nothing)'} → ${expected}`, () => expect(prescan(Buffer.from(html))).to.equal(expected))

  it('reads a declaration whole, wherever it begins', () => {
    // ISO-8859-1 is a label of its own, and the beginning of ISO-8859-15.
    for (let before = 1_990; before < 2_060; before++) {
      const html = `<!--${'-'.repeat(before)}--><meta charset=iso-8859-15><meta charset=euc-kr>`
      expect(prescan(Buffer.from(html)), String(before)).to.equal('ISO-8859-15')
    }
  })
})
