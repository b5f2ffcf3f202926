import type { Signature } from '../signature.ts'

/** Languages and run-time environments, where the answer names them. */
export const languages: readonly Signature[] = [
  { name: 'ColdFusion', cookie: ['cfid=', 'cfglobals='], header: [['x-powered-by', 'coldfusion']] },
  {
    name: 'Dart',
    header: [
      ['server', 'dart:io'],
      ['server', 'dart'],
    ],
  },
  {
    name: 'Deno',
    header: [
      ['server', 'deno'],
      ['x-powered-by', 'deno'],
    ],
  },
  { name: 'Elixir', header: [['x-powered-by', 'elixir']] },
  {
    name: 'Erlang',
    header: [
      ['server', 'mochiweb'],
      ['server', 'inets'],
    ],
  },
  { name: 'Go', header: [['x-powered-by', 'go']] },
  {
    name: 'Java',
    header: [
      ['x-powered-by', 'servlet'],
      ['x-powered-by', 'jsp'],
      ['server', 'java'],
    ],
    cookie: ['jsessionid='],
  },
  {
    name: 'Node.js',
    header: [
      ['x-powered-by', 'node.js'],
      ['server', 'node.js'],
    ],
  },
  {
    name: 'Perl',
    header: [
      ['server', 'mod_perl'],
      ['server', 'perl'],
    ],
  },
  {
    name: 'PHP',
    header: [
      ['x-powered-by', 'php'],
      ['server', 'php'],
    ],
    cookie: ['phpsessid='],
  },
  {
    name: 'Python',
    header: [
      ['server', 'python'],
      ['server', 'cpython'],
      ['server', 'wsgiserver'],
      ['server', 'mod_wsgi'],
      ['x-powered-by', 'python'],
    ],
  },
  { name: 'R', header: [['server', 'shiny-server']] },
  {
    name: 'Ruby',
    header: [
      ['server', 'ruby'],
      ['x-powered-by', 'ruby'],
    ],
  },
]
