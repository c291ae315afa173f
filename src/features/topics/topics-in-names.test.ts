import { expect, test } from 'vitest'
import { topicsInName, topicVocabulary } from './topics-in-names.ts'

const vocabulary = topicVocabulary(['Rust', 'golang', 'Distributed Systems', 'R', 'Node'])

test.each([
  ['RustConf 2027', ['Rust']],
  ['RustLab', ['Rust']],
  ['Rust Nation UK', ['Rust']],
  ['betterCode() Rust', ['Rust']],
  ['EuroRust', ['Rust']],
  ['Trust Summit', []],
  ['Rusty Days', []],
  ['GoLab', ['golang']],
  ['GopherCon', ['golang']],
  ['Google Cloud Next', []],
  ['GOTO Copenhagen', []],
  ['Ready to go', []],
  ['JavaScript Days', ['JavaScript']],
  ['JavaZone', ['Java']],
  ['JSConf EU', ['JavaScript']],
  ['json-conf', []],
  ['PyCon DE', ['Python']],
  ['DevOpsDays Ghent', ['DevOps']],
  ['devopsdays Ghent', ['DevOps']],
  ['Machine Learning Week', ['Machine Learning']],
  ['Learning Week', []],
  ['iOS Conf SG', ['iOS']],
  ['C++Now', ['C++']],
  ['.NET Conf', ['.NET']],
  ['Internet Conf', []],
  ['GenAI Summit Maine', ['AI']],
  ['Spain Maintainers', []],
  ['useR! and R', ['R']],
  ['Distributed Systems and Node.js', ['Distributed Systems', 'Node']],
  ['KubeCon + CloudNativeCon', ['Kubernetes', 'Cloud Native']],
  ['Rust and Rust', ['Rust']],
])('%s', (name, topics) => {
  expect(topicsInName(name, vocabulary)).toEqual(topics)
})

test('a topic that exists is named as it exists, by any of its names', () => {
  expect(topicsInName('JSConf', topicVocabulary(['JS']))).toEqual(['JS'])
  expect(topicsInName('PostgreSQL Day', topicVocabulary(['postgres']))).toEqual(['postgres'])
  expect(topicsInName('Open Source Days', topicVocabulary(['open-source']))).toEqual(['open-source'])
})
