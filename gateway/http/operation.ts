import type { Middleware } from 'koa'
import { operations } from '#shared/errors.ts'
import type { CallState } from './context.ts'

/** Whose column of the error table applies: known by the path alone, so that every error of it has the right shape. */
export const operationOf: Middleware<CallState> = async (context, next) => {
  context.state.operation = operations.find((operation) => context.path === `/${operation}`) ?? null
  await next()
}
