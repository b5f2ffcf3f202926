import { rules } from '#stages/score/audit/rules/index.ts'

/** Generates the README of the audit rules. */
export function rulesPage(): string {
  const rows = rules.map(
    ({ id, severity, category, title, reference }) =>
      `| \`${id}\` | ${severity} | ${category} | ${escaped(title)} | <${reference}> |`,
  )
  return `<!-- made by \`npm run readme\` -->
# Rules

The ${rules.length} rules of \`GET /seo-audit\`. Each is a file in \`rules/<category>/<subject>/\` and an entry of the \`index.ts\` there, which keeps
the order. An error or a warning costs points of its category; an info costs none.

| Rule | Severity | Category | Where it passes | Authority |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
