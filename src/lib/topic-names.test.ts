import { expect, test } from 'vitest'
import { properTopicName, subjectKey, subjects } from './topic-names.ts'

test.each([
  ['Node.js', 'nodejs'],
  ['Go', 'golang'],
  ['Type Theory', 'type-theory'],
  ['k8s', 'Kubernetes'],
  ['Database', 'databases'],
  ['bigdata', 'big-data'],
  ['Agent', 'agents'],
])('%s and %s are one subject', (one, other) => {
  expect(subjectKey(one)).toBe(subjectKey(other))
})

test.each([
  ['C', 'C++'],
  ['C#', 'C++'],
  ['Java', 'JavaScript'],
  ['日本語', '中文'],
  ['Redis', 'Redi'],
  ['Class', 'Clas'],
])('%s and %s are two', (one, other) => {
  expect(subjectKey(one)).not.toBe(subjectKey(other))
})

test.each([
  ['ios', 'iOS'],
  ['aws', 'AWS'],
  ['k8s', 'Kubernetes'],
  ['golang', 'Go'],
  ['cpp', 'C++'],
  ['machine-learning', 'Machine Learning'],
  ['women-in-tech', 'Women in Tech'],
  ['lyon', 'Lyon'],
  ['HPC', 'HPC'],
  ['Type theory', 'Type theory'],
])('%s is proposed as %s', (tag, name) => {
  expect(properTopicName(tag)).toBe(name)
})

test('no name is that of two subjects', () => {
  const names = subjects.flatMap((subject) =>
    subject.names.map((name) => [subjectKey(name), subject.names[0]]),
  )
  expect(names.filter(([key, usual]) => key !== subjectKey(usual!))).toEqual([])
  const letters = subjects.flatMap((subject) => subject.names.map((name) => name.toLowerCase()))
  expect(letters.filter((name, index) => letters.indexOf(name) !== index)).toEqual([])
})
