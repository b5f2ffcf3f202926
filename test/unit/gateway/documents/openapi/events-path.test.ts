import { expect } from 'chai'
import { eventsPath } from '#gateway/documents/openapi/events-path.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the document
const path = eventsPath() as any

describe('GET /events in the OpenAPI document', () => {
  it('has its parameters and the header of an EventSource', () => {
    const names = path.parameters.flatMap(({ name }: { name?: string }) => name ?? [])
    expect(names).to.deep.equal(['topics', 'after', 'follow', 'Last-Event-ID'])
  })

  it('has an example of one event in both formats', () => {
    const { content } = path.responses[200]
    const line = content['application/x-ndjson'].example as string
    const event = JSON.parse(line)
    expect(line).to.match(/^[^\n]+\n$/)
    expect(event).to.include({ specversion: '1.0', cursor: '1.0.1' })
    expect(content['text/event-stream'].example).to.equal(
      `id: 1.0.1\nevent: ${event.type}\ndata: ${line.trim()}\n\n`,
    )
  })

  it('is there in every mode', () => {
    expect(path.responses).not.to.have.property('404')
  })
})
