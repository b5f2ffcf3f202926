import { expect } from 'chai'
import { postgresAddress, postgresPasswords } from '#shared/postgres-address.ts'

describe('postgresAddress', () => {
  it('names one server, with the port of PostgreSQL when none is given', () => {
    expect(postgresAddress('postgres://db/pageprobe')).to.deep.equal({
      urls: ['postgres://db:5432/pageprobe'],
      names: ['db:5432'],
    })
  })

  it('names several servers, each with user, password, database and parameters', () => {
    const { urls, names } = postgresAddress(
      'postgresql://u:p%40@a:5433,[::1],c.example/d?sslmode=verify-full',
    )
    expect(urls).to.deep.equal([
      'postgresql://u:p%40@a:5433/d?sslmode=verify-full',
      'postgresql://u:p%40@[::1]:5432/d?sslmode=verify-full',
      'postgresql://u:p%40@c.example:5432/d?sslmode=verify-full',
    ])
    expect(names).to.deep.equal(['a:5433', '[::1]:5432', 'c.example:5432'])
  })

  it('refuses anything else, and does not repeat it', () => {
    const wrong = [
      [
        'secret',
        'http://secret@a/b',
        'postgres://secret@a',
        'postgres://secret@a:0/b',
        'postgres://secret@a:70000/b',
      ],
      [
        'postgres://secret@/b',
        'postgres://secret@a,/b',
        'postgres://secret@a/b/c',
        'postgres://secret@a b/c',
      ],
      ['postgres://secret@a/b?sslmode=prefer', 'postgres://secret@a/b?sslmode=secret'],
    ].flat()
    for (const text of wrong) {
      expect(() => postgresAddress(text), text).to.throw(/^must (be a URL like|have an sslmode)(?!.*secret)/)
    }
  })
})

describe('postgresPasswords', () => {
  it('are as written and decoded', () => {
    expect(postgresPasswords('postgres://u:p%40ss@a,b/c')).to.deep.equal(['p%40ss', 'p@ss'])
    expect(postgresPasswords('postgres://u:%zz@a/c')).to.deep.equal(['%zz'])
    expect(postgresPasswords('postgres://u@a/c')).to.deep.equal([])
    expect(postgresPasswords('postgres://a/c')).to.deep.equal([])
  })
})
