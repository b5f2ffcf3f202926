import { expect } from 'chai'
import { openBatchCases, openBatchPaths } from '#gateway/documents/openapi/open-batch-paths.ts'

interface Call {
  readonly operationId: string
  readonly parameters: readonly { readonly name?: string; readonly required?: boolean }[]
  readonly responses: Readonly<Record<string, object>>
}

describe('batches in pieces in the OpenAPI document', () => {
  const paths = openBatchPaths() as Readonly<Record<string, Readonly<Record<string, Call>>>>

  it('get lines from a number on, which is required', () => {
    const { parameters = [] } = paths['/batches/{id}/lines']?.put ?? {}
    expect(parameters.find(({ name }) => name === 'from')).to.include({ required: true })
  })

  it('answer what infra/docs/batches.md#open-batches says', () => {
    const statuses = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {})
    expect(statuses('/batches/{id}/lines', 'put')).to.include.members([
      '200',
      '400',
      '404',
      '409',
      '415',
      '429',
    ])
    expect(statuses('/batches/{id}/start', 'post')).to.include.members(['200', '404']).and.not.include('409')
    expect(openBatchCases().map(({ code }) => code)).to.include('CONFLICT')
  })
})
