import type { PageDocument } from '../../document/page-document.ts'
import type { Facts } from '../../facts/facts.ts'
import { headMetas, type MetaElement, pragmaKey } from '../head/head-elements.ts'

export interface ContentPolicy {
  readonly from: 'header' | 'meta'
  /** Values by directive name, both in lower case. */
  readonly directives: ReadonlyMap<string, string>
}

const HEADER = 'content-security-policy'

/** Metas of the head with a policy: `http-equiv` alone makes one (HTML, 4.2.5.3). */
export function metaPolicies(document: PageDocument): readonly MetaElement[] {
  return headMetas(document, pragmaKey(HEADER)).filter(({ content }) => content !== '')
}

/** The policies that browsers enforce, of headers and of metas of the head (CSP Level 3, sections 2.2 and 4.2). */
export function policiesOf({ document, http }: Pick<Facts, 'document' | 'http'>): readonly ContentPolicy[] {
  const headers = http.header(HEADER).flatMap((value) => value.split(','))
  const metas = metaPolicies(document).map(({ content }) => content)
  return [
    ...headers.map((text) => ({ from: 'header' as const, directives: directivesOf(text) })),
    ...metas.map((text) => ({ from: 'meta' as const, directives: directivesOf(text) })),
  ].filter(({ directives }) => directives.size > 0)
}

/** The first of duplicate directives counts. */
function directivesOf(text: string): Map<string, string> {
  const directives = new Map<string, string>()
  for (const part of text.toLowerCase().split(';')) {
    const [name = '', ...values] = part.trim().split(/\s+/)
    if (name !== '' && !directives.has(name)) directives.set(name, values.join(' '))
  }
  return directives
}
