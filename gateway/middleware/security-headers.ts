import type { Middleware } from 'koa'

/** What every answer says about itself (decisions section 6); pages and files overwrite the last two. */
export const defaultHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'",
} as const

const lines = Object.entries(defaultHeaders)

export const securityHeaders: Middleware = (context, next) => {
  for (const [name, value] of lines) context.res.setHeader(name, value)
  return next()
}
