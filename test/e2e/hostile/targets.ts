import type { NameAnswers } from './dns.ts'

/** Hosts that are this machine, in spellings that a URL parser, a resolver or a kernel accepts. */
export const addressSpellings = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0X7F.1',
  '0177.0.0.1',
  '017700000001',
  '127.0x0.00.01',
  '0',
  '0.0.0.0',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  'localhost',
  'LOCALHOST.',
  'x.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'local\u00adhost',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:db8::5efe:127.0.0.1]',
  '127.0.0.2@127.0.0.1',
  'user:secret@127.0.0.1',
] as const

/** URLs contain no zone ids (WHATWG URL Standard, "IPv6 parser"); the others are incomplete or out of range. */
export const unreadableSpellings = [
  '[::1%25lo]',
  '[fe80::1%lo]',
  '[::1',
  '127.0.0.1.1.1',
  '4294967296',
  '0xffffffff1',
  '127.0.0.256',
]

/** Places of a page with a URL that the service requests. */
export const pageReferences: readonly ((url: string) => string)[] = [
  (url) => `<link rel="canonical" href="${url}">`,
  (url) => `<meta property="og:image" content="${url}">`,
  (url) => `<meta name="twitter:image" content="${url}">`,
  (url) => `<link rel="icon" href="${url}"><img src="${url}x.png" width="900" height="900">`,
]

const SITE = '127.0.0.2'
const CANARY = '127.0.0.1'
const LOOPBACK_6 = '0'.repeat(31).concat('1')
const MAPPED = `${'0'.repeat(20)}ffff7f000001`

/** Records by the first label of a name; `count` is the number of queries. All other names belong to the site. */
export function hostileAnswers(name: string, count: number): NameAnswers {
  const [label = ''] = name.split('.')
  const after = /^rebind(\d)$/.exec(label)?.[1]
  if (after !== undefined) return { a: [count > Number(after) ? CANARY : SITE] }
  return fixed[label] ?? { a: [SITE] }
}

const fixed: Readonly<Record<string, NameAnswers>> = {
  inner: { a: [CANARY] },
  mixed: { a: [SITE, CANARY] },
  'mixed-last': { a: [CANARY, SITE] },
  six: { a: [SITE], aaaa: [LOOPBACK_6] },
  mapped: { a: [SITE], aaaa: [MAPPED] },
}
