import { tips } from '#stages/score/performance/tips/index.ts'

/** Generates the README of the performance tips. */
export function tipsPage(): string {
  const rows = tips.map(({ id, when, learnMore }) => `| \`${id}\` | ${when} | <${learnMore}> |`)
  return `<!-- made by \`npm run readme\` -->
# Tips

The tips of \`GET /performance\`. Each is a file in \`tips/\` that checks a measurement. \`advice/impact.ts\` ranks them: high from
5 points of the score or 1 MiB on, medium from 1 point or 100 KiB on. The tips with the greatest impact come first.

| Tip | Given when | Read on |
|---|---|---|
${rows.join('\n')}
`
}
