import { rules } from '#stages/score/audit/rules/index.ts'

/** Makes the page about the rules of the audit from the rules themselves. */
export function rulesPage(): string {
  const rows = rules.map(
    ({ id, severity, category, title, reference }) =>
      `| \`${id}\` | ${severity} | ${category} | ${escaped(title)} | <${reference}> |`,
  )
  return `<!-- made by \`npm run readme\` -->
# Rules

What \`GET /seo-audit\` judges: ${rules.length} rules, each a file of \`rules/<category>/<subject>/\` and a line of the \`index.ts\` there. An error or a
warning costs points of its category, an info costs none.

| Rule | Severity | Category | Where it passes | Authority |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
