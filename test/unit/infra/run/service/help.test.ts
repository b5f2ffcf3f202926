import { expect } from 'chai'
import { helpText } from '#infra/run/service.ts'
import { settings } from '#shared/config/settings.ts'

describe('help', () => {
  const lines = helpText().split('\n')

  it('names every setting once, with its meaning and its default', () => {
    for (const [name, { fallback, meaning }] of Object.entries(settings)) {
      const own = lines.filter((line) => line.trimStart().startsWith(`${name} `))
      expect(own, name).to.have.length(1)
      expect(own[0]).to.include(meaning)
      if (fallback !== '') expect(own[0]).to.include(`(${fallback})`)
    }
  })

  it('says how to start, and lists the parts', () => {
    expect(helpText()).to.include('npm start')
    for (const part of ['gateway', 'fetch', 'render', 'extract', 'score']) expect(helpText()).to.include(part)
  })
})
