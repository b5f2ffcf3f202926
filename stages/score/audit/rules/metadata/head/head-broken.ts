import { headBreak, writtenTags } from '../../../derived/head/head-break.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const headBroken = rule({
  id: 'head-broken',
  severity: 'error',
  title: 'Invalid element in the head',
  passTitle: 'Head contains only metadata',
  why: 'An element that is not allowed in the head closes it. Everything after it becomes part of the body, where Google ignores metadata.',
  fix: 'Move the element into the body, or below all metadata in the head.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  needs: ['document'],
  messages: {
    lost: '{what} on line {line} closes the head; {count} metadata {count:element|elements} after it {count:is|are} lost: {names}.',
    ended: '{what} on line {line} closes the head before its end tag.',
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
