import { mock } from 'node:test'
import { expect } from 'chai'
import { logLevel } from 'kafkajs'
import { connectionSettings, kafkajsLogCreator } from '#shared/adapters/kafka/client/kafka-client.ts'
import { settingsFor } from '../settings-for.ts'

describe('kafkajsLogCreator', () => {
  let lines: [level: string, details: object, message: string][]
  const log = {
    info: (details: object, message: string) => void lines.push(['info', details, message]),
    warn: (details: object, message: string) => void lines.push(['warn', details, message]),
  }
  beforeEach(() => {
    lines = []
    mock.timers.enable({ apis: ['Date'] })
  })
  afterEach(() => mock.timers.reset())

  const entry = (level: logLevel, message: string) => ({
    namespace: 'Connection',
    level,
    label: '',
    log: { timestamp: '', message, error: 'refused', broker: 'b:1', password: 'secret' },
  })

  it('forwards lines one level lower, with chosen fields only', () => {
    const write = kafkajsLogCreator(log)()
    write(entry(logLevel.ERROR, 'cannot connect'))
    write(entry(logLevel.WARN, 'slow'))
    expect(lines.map(([level, , message]) => [level, message])).to.deep.equal([
      ['warn', 'Kafka: cannot connect'],
      ['info', 'Kafka: slow'],
    ])
    expect(lines[0]?.[1]).to.deep.equal({
      part: 'Connection',
      error: 'refused',
      broker: 'b:1',
      groupId: undefined,
    })
  })

  it('writes a line again only after 10 s', () => {
    const write = kafkajsLogCreator(log)()
    const times = [0, 5000, 4999, 1]
    for (const ms of times) {
      mock.timers.tick(ms)
      write(entry(logLevel.ERROR, 'cannot connect'))
    }
    expect(lines).to.have.length(2)
  })

  it('remembers a limited number of lines', () => {
    const write = kafkajsLogCreator(log)()
    for (let number = 0; number <= 200; number++) write(entry(logLevel.WARN, `line ${number}`))
    write(entry(logLevel.WARN, 'line 0'))
    expect(lines).to.have.length(202)
  })

  it('writes nothing without a log', () => {
    expect(() => kafkajsLogCreator(undefined)()(entry(logLevel.ERROR, 'x'))).not.to.throw()
  })
})

describe('connectionSettings', () => {
  const settings = settingsFor({ address: 'a:1' })

  it('connects within the time limit of a request, and within a second', () => {
    expect(connectionSettings(settings, 300)).to.include({ connectionTimeout: 300, requestTimeout: 300 })
    expect(connectionSettings(settings, 5000)).to.include({ connectionTimeout: 1000, requestTimeout: 5000 })
  })

  it('has credentials only if there are some', () => {
    const sasl = { mechanism: 'plain', username: 'u', password: 'p' } as const
    expect(connectionSettings(settings, 300)).not.to.have.property('sasl')
    expect(connectionSettings({ ...settings, sasl }, 300)).to.have.property('sasl', sasl)
  })
})
