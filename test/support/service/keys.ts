import { scopes } from '#gateway/access/api-keys.ts'
import { API_KEY } from './service-process.ts'

/** See `UsedService`. */
export async function makeKey(service: string, about: object = {}): Promise<string> {
  const body = JSON.stringify({ plan: 'enterprise', scopes, ...about })
  const answer = await fetch(`${service}/keys`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`a key was answered with ${answer.status}: ${text}`)
  return (JSON.parse(text) as { key: string }).key
}

/** Revokes a key. */
export async function revokeKey(service: string, key: string): Promise<void> {
  await fetch(`${service}/keys/${key.split('_')[1]}`, { method: 'DELETE', headers })
}

const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' }
