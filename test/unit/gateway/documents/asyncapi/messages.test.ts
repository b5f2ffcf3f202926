import { expect } from 'chai'
import { messageOf } from '#gateway/documents/asyncapi/messages.ts'
import { DEAD_LETTER } from '#shared/messages/topics.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the document
const message = (topic: string) => messageOf(topic, 'http://probe.example') as any

describe('message of a topic', () => {
  it('for requests is a CloudEvent whose id is that of the inspection', () => {
    const { headers, correlationId, name } = message('inspection.requested.batch')
    expect(headers.required).to.have.members([
      'ce_specversion',
      'ce_id',
      'ce_source',
      'content-type',
      'ce_type',
    ])
    expect(headers.properties.ce_type).to.deep.equal({ const: name })
    expect(correlationId.location).to.equal('$message.header#/ce_id')
  })

  it('for outcomes names the inspection as its subject', () => {
    const { headers, correlationId, externalDocs, name } = message('result.metadata')
    expect(headers.required).to.include.members(['ce_subject', 'ce_time'])
    expect(correlationId.location).to.equal('$message.header#/ce_subject')
    expect(externalDocs.url).to.equal(`http://probe.example/schemas/${name}.json`)
    expect(headers.properties.ce_lane.enum).to.deep.equal(['interactive', 'batch'])
  })

  it('for dead letters says why and where the record was, and has no payload', () => {
    const dead = message(DEAD_LETTER)
    expect(dead.headers.required).to.deep.equal(['pp_reason', 'pp_topic', 'pp_partition', 'pp_offset'])
    expect(dead).not.to.have.property('payload')
  })
})
