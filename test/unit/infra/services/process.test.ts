import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import type { RunningService } from '#infra/services/service.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { requestPid, startAnsweringService } from './start-answering-service.ts'

describe('startService', () => {
  const services: RunningService[] = []
  afterEach(() => Promise.all(services.splice(0).map((service) => service.kill())))

  async function start() {
    const started = await startAnsweringService()
    services.push(started.service)
    return started
  }

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  it('resolves when the service answers, with its settings', async () => {
    const { service, pid } = await start()
    expect(await requestPid(service.port)).to.equal(pid)
    expect(service.env).to.deep.equal({ ANSWERING_PORT: String(service.port) })
  })

  for (const way of ['stop', 'kill'] as const) {
    it(`ends it by ${way}, and starts it again on the same port`, async () => {
      const { service, pid, folder } = await start()
      await service[way]()
      expect(isAlive(pid)).to.equal(false)
      expect(existsSync(folder)).to.equal(true)
      await service.start()
      expect(await requestPid(service.port)).to.not.equal(pid)
    })
  }

  it('suspends it so that it neither answers nor ends, but can be killed', async () => {
    const { service, pid } = await start()
    await service.suspend()
    await rejectionOf(requestPid(service.port))
    service.resume()
    expect(await requestPid(service.port)).to.equal(pid)
    await service.suspend()
    await service.kill()
    expect(isAlive(pid)).to.equal(false)
  })

  it('refuses to start a running service', async () => {
    const { service } = await start()
    await rejectionOf(service.start())
  })

  it('rejects with the output of a service that ends at once', async () => {
    const error = await rejectionOf(startAnsweringService('fails'))
    expect(String(error)).to.include('no, for a reason')
  })

  it('leaves neither process nor folder behind when its owner is killed', async () => {
    const program = join(import.meta.dirname, 'service-owner.ts')
    const owner = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(owner.stdout, 'data')
    const { pid, folder } = JSON.parse(String(line)) as { pid: number; folder: string }
    expect(isAlive(pid)).to.equal(true)
    owner.kill('SIGKILL')
    await eventually(() => !isAlive(pid) && !existsSync(folder))
  })
})

describe('freePorts', () => {
  it('returns different ports that a server can listen on', async () => {
    const ports = await freePorts(5)
    expect(new Set(ports).size).to.equal(5)
    for (const port of ports) expect(port).to.be.within(1024, 65_535)
  })
})
