import type { Middleware } from 'koa'
import { defaultHeaders } from '../server/default-headers.ts'

const lines = Object.entries(defaultHeaders)

/** Sets the default headers before the route runs. */
export const securityHeaders: Middleware = (context, next) => {
  for (const [name, value] of lines) context.res.setHeader(name, value)
  return next()
}
