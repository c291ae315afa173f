import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns, TooManyWaiting } from './turns.ts'

test('whoever asks for much at once waits for themselves, and others do not', async () => {
  const takeTurn = createTurns()
  const done: string[] = []
  const page = (client: string, name: string) =>
    takeTurn(client, async () => {
      await setTimeout(5)
      done.push(name)
    })
  const many = Array.from({ length: 20 }, (_, index) => page('one', `one ${index}`))
  await Promise.all([...many, page('other', 'other')])
  expect(done.indexOf('other')).toBeLessThan(5)
  expect(done).toHaveLength(21)
})

test('a page that fails ends its turn, and a client has a bounded queue', async () => {
  const takeTurn = createTurns()
  const fail = () => takeTurn('one', () => Promise.reject(new Error('no page')))
  const results = await Promise.allSettled(Array.from({ length: 250 }, fail))
  const refused = results.filter(
    (result) => result.status === 'rejected' && result.reason instanceof TooManyWaiting,
  )
  expect(refused).toHaveLength(46)
  await expect(fail()).rejects.toThrow('no page')
})
