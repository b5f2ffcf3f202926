import type { RobotsInput } from '#shared/messages/payloads/audit-input.ts'

/** Whether /robots.txt is an HTML page; a wrong Content-Type alone does not make it one. */
export function isHtmlRobots({ state, text }: Pick<RobotsInput, 'state' | 'text'>): boolean {
  return (
    state === 'found' && /^\uFEFF?\s*<(?:!doctype|!--|html|head|body|title|meta|script|div|h1)/i.test(text)
  )
}
