import type { ApiKey } from '#gateway/access/api-keys.ts'

/** A key of the plan `free` that may do nothing but what a test adds. */
export const someKey: ApiKey = {
  id: 'abcdefgh',
  hash: '',
  plan: 'free',
  scopes: [],
  label: '',
  isRevoked: false,
  createdAt: '2026-01-01T00:00:00Z',
  limits: {},
  metadataTtlSeconds: null,
}
