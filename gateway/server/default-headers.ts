/** Headers of every answer: `infra/docs/contract.md#http`. Pages and files overwrite the last two. */
export const defaultHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'",
} as const
