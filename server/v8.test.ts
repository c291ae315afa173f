import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('after full collections nextTick is as quick as before', async () => {
  const script = `
    import './server/v8.ts'
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 50; n++) {
        for (let tick = 0; tick < 500; tick++) process.nextTick(() => {})
        await new Promise(setImmediate)
      }
      gc()
    }`
  const flags = ['--expose-gc', '--trace-opt', '--trace-deopt', '--input-type=module']
  const child = spawn(process.execPath, [...flags, '--eval', script])
  const lines = (await text(child.stdout)).split('\n')
  expect(lines.some((line) => /completed optimizing .*nextTick /.test(line))).toBe(true)
  expect(lines.filter((line) => /nextTick>.*weak objects cleared/.test(line))).toEqual([])
})
