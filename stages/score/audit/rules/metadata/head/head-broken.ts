import { headBreak, writtenTags } from '../../../derived/head/head-break.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const headBroken = rule({
  id: 'head-broken',
  severity: 'error',
  title: 'Head holds metadata only',
  why: 'An element that may not stand in a head ends it. What follows counts as part of the body, and Google ignores metadata there.',
  fix: 'Move the element into the body, or below all metadata of the head.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  needs: ['document'],
  messages: {
    lost: '{what} on line {line} ends the head; {count} metadata elements after it are lost: {names}.',
    ended: '{what} on line {line} ends the head before its end tag.',
  },

  check({ document }) {
    if (writtenTags(document).headEnd === null) return notApplicable
    const found = headBreak(document)
    if (found === null) return pass
    const placed = [found.node, ...found.lost].find((node) => document.sourceLocation(node) !== null)
    const line = placed === undefined ? 0 : (document.sourceLocation(placed)?.line ?? 0)
    const evidence = [found.node, ...found.lost.slice(0, 9)].map((node) =>
      elementEvidence(node, document.snippetOf(node)),
    )
    if (found.lost.length === 0) return fail('ended', { values: { what: found.what, line }, evidence })
    const names = [...new Set(found.lost.map(({ name }) => name))].join(', ')
    return fail('lost', { values: { what: found.what, line, count: found.lost.length, names }, evidence })
  },
})
