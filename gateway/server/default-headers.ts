import type { Middleware } from 'koa'

/** Headers of every answer: `infra/docs/clients.md#http`. Pages and files overwrite the last two. */
export const defaultHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'",
} as const

const headers = Object.entries(defaultHeaders)

/** Sets the default headers before the route runs. */
export const setDefaultHeaders: Middleware = (context, next) => {
  for (const [name, value] of headers) context.res.setHeader(name, value)
  return next()
}
