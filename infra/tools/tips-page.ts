import { tips } from '#stages/score/performance/tips/index.ts'

/** Makes the page about the performance tips from the tips themselves. */
export function tipsPage(): string {
  const rows = tips.map(({ id, when, learnMore }) => `| \`${id}\` | ${when} | <${learnMore}> |`)
  return `<!-- made by \`npm run readme\` -->
# Tips

Advice of \`GET /performance\`: each a file of \`tips/\`, judged on a measurement alone. \`advice/impact.ts\` weighs it: high from
5 points of the score or 1 MiB on, medium from 1 point or 100 KiB on; what helps most comes first.

| Tip | Given when | Read on |
|---|---|---|
${rows.join('\n')}
`
}
