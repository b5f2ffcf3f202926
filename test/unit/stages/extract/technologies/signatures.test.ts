import { expect } from 'chai'
import type { Signature, TextKind } from '#stages/extract/technologies/signature.ts'
import { markerNames, signatures } from '#stages/extract/technologies/signatures.ts'
import { metadataFor } from '../pages.ts'

const texts: readonly TextKind[] = [
  'generator',
  'cookie',
  'address',
  'script',
  'link',
  'frame',
  'image',
  'site',
  'inline',
  'marker',
]
const addresses = ['address', 'script', 'link', 'frame', 'image', 'site'] as const
const lowerCase = texts.filter((kind) => kind !== 'inline' && kind !== 'marker')

type Fingerprint = readonly [name: string, kind: string, text: string]

function fingerprintsOf({ name, meta = [], header = [], ...signature }: Signature): Fingerprint[] {
  const named = [...meta, ...header].flatMap((pair) =>
    pair.map((text): Fingerprint => [name, 'named', text ?? 'any']),
  )
  return [
    ...named,
    ...texts.flatMap((kind) => (signature[kind] ?? []).map((text): Fingerprint => [name, kind, text])),
  ]
}

const names = signatures.map(({ name }) => name)
const fingerprints = signatures.flatMap(fingerprintsOf)
const ofKinds = (...kinds: readonly string[]) => fingerprints.filter(([, kind]) => kinds.includes(kind))

describe('catalogue of technologies', () => {
  it('knows at least 280, each under one name', () => {
    expect(names.length).to.be.at.least(280)
    expect(new Set(names.map((name) => name.toLowerCase())).size).to.equal(names.length)
    expect(names.filter((name) => name !== name.trim() || name === '')).to.deep.equal([])
  })

  it('has a pattern for each', () => {
    expect(signatures.filter((signature) => fingerprintsOf(signature).length === 0)).to.deep.equal([])
  })

  it('implies only what it knows, and nothing itself', () => {
    const implied = signatures.flatMap(({ name, implies = [] }) => implies.map((one) => [name, one] as const))
    expect(implied.filter(([name, one]) => !names.includes(one) || one === name)).to.deep.equal([])
  })

  it('has lower-case patterns where they are compared in lower case', () => {
    const kinds = [...lowerCase, 'named']
    expect(ofKinds(...kinds).filter(([, , text]) => text !== text.toLowerCase())).to.deep.equal([])
  })

  it('has ASCII patterns of at least three characters, none twice for one technology', () => {
    const odd = fingerprints.filter(
      ([, kind, text]) => !/^[\x20-\x7e]+$/.test(text) || (kind !== 'named' && text.length < 3),
    )
    expect(odd).to.deep.equal([])
    const lines = fingerprints
      .filter(([, kind]) => kind !== 'named')
      .map((fingerprint) => fingerprint.join(' '))
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).to.deep.equal([])
  })

  it('has URL patterns with a host with a dot, or with a distinctive path', () => {
    const host = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/.*)?$/
    const chance =
      /^\/(static|assets|js|css|dist|build|lib|app|main|public|vendor)\/?$|^\/(app|main|index|bundle|common|script|style)\.(min\.)?(js|css)$/
    const wrong = ofKinds(...addresses).filter(([, , text]) =>
      text.startsWith('/') ? chance.test(text) || text.length < 6 : !host.test(text),
    )
    expect(wrong).to.deep.equal([])
  })

  it('never matches the URLs of one technology with another', () => {
    const places = new Map<string, Set<string>>()
    for (const [name, , text] of ofKinds(...addresses))
      places.set(text, (places.get(text) ?? new Set()).add(name))
    expect([...places].filter(([, owners]) => owners.size > 1).map(([text]) => text)).to.deep.equal([])
  })

  it('has only markers that a page can show', () => {
    const prefixes = /^(id|attribute|tag|class|type|rel):\S+$/
    expect(ofKinds('marker').filter(([, , text]) => !prefixes.test(text))).to.deep.equal([])
  })

  const markup: readonly (readonly [hook: string, html: string])[] = [
    ...[...markerNames.ids].map((id) => [`id:${id}`, `<p id="${id}">`] as const),
    ...[...markerNames.tags].map((tag) => [`tag:${tag}`, `<${tag}></${tag}>`] as const),
    ...markerNames.attributes.map((name) => [`attribute:${name}`, `<p ${name}="">`] as const),
    ...[...markerNames.classes].map((name) => [`class:${name}`, `<body class="a ${name} b">`] as const),
  ]
  for (const [marker, html] of markup)
    it(`sees ${marker}`, () => {
      const owners = signatures
        .filter((signature) => signature.marker?.includes(marker))
        .map(({ name }) => name)
      expect(metadataFor(html, { groups: ['tier3'] }).tech_stack).to.include.members(owners)
    })

  it('finds every pattern of every technology where its documentation puts it', () => {
    const pages: Readonly<Record<string, (text: string) => Parameters<typeof metadataFor>>> = {
      script: (text) => [`<script src="${text.startsWith('/') ? text : `https://${text}`}"></script>`],
      address: (text) => [`<iframe src="${text.startsWith('/') ? text : `https://${text}`}"></iframe>`],
      link: (text) => [`<link rel=preload href="${text.startsWith('/') ? text : `https://${text}`}">`],
      frame: (text) => [`<iframe src="${text.startsWith('/') ? text : `https://${text}`}"></iframe>`],
      image: (text) => [`<img src="${text.startsWith('/') ? text : `https://${text}`}">`],
      site: (text) => ['', { url: `https://www.${text}` }],
      inline: (text) => [`<script>${text}</script>`],
      generator: (text) => [`<meta name=generator content="${text}1.0">`.replace(/(\w)1\.0">$/, '$1 1.0">')],
      cookie: (text) => ['', { headers: { 'set-cookie': [`${text}x=1`] } }],
    }
    const unseen = Object.entries(pages).flatMap(([kind, pageOf]) =>
      ofKinds(kind).filter(([name, , text]) => {
        const [html, given] = pageOf(text)
        return !metadataFor(html, { ...given, groups: ['tier3'] }).tech_stack?.includes(name)
      }),
    )
    expect(unseen).to.deep.equal([])
  })
})
