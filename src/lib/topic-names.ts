import { fold } from './text.ts'

/**
 * Subjects of conferences: the usual name, then what else people call it and lists have as tags. Those with a bar are looked
 * for in names of conferences, and after it is what stands for them only there.
 */
const table = `
.NET,dotnet,net core|
3D
Accessibility,A11y|
Agile|Scrum
AI,Artificial Intelligence|GenAI
Android|droidcon
Angular,AngularJS|NG
API,APIs|
Apple
Application Security,AppSec
Automotive
AWS,Amazon Web Services|
Azure|
Big Data,BigData|
Bioinformatics
Blockchain|
BSD|FreeBSD,OpenBSD,NetBSD
Business Intelligence,BI
C#,CSharp|
C++,Cpp|
Chaos Engineering
CI/CD,CI CD
Clojure|Clojure/conj
Cloud,Cloud Computing
Cloud Native|
CMS,Content Management
ColdFusion,CFML
Continuous Delivery
Continuous Deployment,continous-deployment
Continuous Integration,CI
CSS,CSS3|
Cybersecurity,Cyber Security,InfoSec
D,dlang
Dart
Data
Data Center,Data Centers,Data Centre
Data Engineering
Data Science|
Databases,Database|
Deep Learning|
Design
Developer Experience,DevEx,DX
Developer Relations,DevRel
DevOps|devopsdays,DevSecOps
Diversity
Django|
Docker|
Domain-Driven Design,DDD
Drupal|
Dynamics 365
E-Commerce,eCommerce
Elasticsearch
Elixir|ElixirConf
Elm|
Embedded Systems,Embedded
Ember,EmberJS|
Erlang|
ERP
Firebase
Flutter|
Front End,Frontend
Functional Programming
Game Development,GameDev
Gaming|Game Developers
Git
GitHub
GitOps
Go,Golang|Gopher
Google Cloud,GCP,Google Cloud Platform
GPU
Grafana
GraphQL|
Groovy|
gRPC
Hardware
Haskell|
HCI,Human-Computer Interaction
HTML,HTML5
Infrastructure as Code,IaC
iOS|
IoT,Internet of Things|
Java|JavaZone
JavaScript,JS,javascrpit|
Joomla
Julia|JuliaCon
Jupyter
Kafka,Apache Kafka
Kotlin|
Kubernetes,K8s|Kube,KubeCon
Laravel|Laracon
Leadership
Linux|
LLM,LLMs,Large Language Models
Low-Code
Machine Learning,ML|
MariaDB
Microservices
MLOps
Mobile,Mobile Development,Mobile Dev
MongoDB|
MySQL|
Networking
NLP,Natural Language Processing
Nix
Node.js,NodeJS|Node
NoSQL
npm
Observability|
Open Source,FOSS,OSS,Free Software|
OpenShift
OpenStack
Performance
Perl|YAPC
PHP|phpday
Platform Engineering
Postgres,PostgreSQL|PG,PGDay,PGConf
Power BI
Power Platform,Microsoft Power Platform
Privacy
Product
Product Management
Progressive Web Apps,PWA
Prometheus
Python|Py,PyData
PyTorch
Quality Assurance,QA
Quantum Computing|
R
Rails,Ruby on Rails|
React,React.js|
React Native
Red Hat
REST
RISC-V
Robotics|
Ruby|RubyKaigi,RubyGems
Rust|
SaaS
SAP
Scala|
Security|Cybersecurity,InfoSec
SEO
Serverless|
SharePoint
Software Engineering,Software Development
Spring
Spring Boot|
SQL
SQL Server
SRE,Site Reliability,Site Reliability Engineering|
Startups,Startup
Svelte|
SVG
Swift|SwiftUI
Symfony|
TDD,Test-Driven Development
TensorFlow
Terraform
Testing,Software Testing|
TypeScript,TS|
UI,User Interfaces
UX,User Experience,UX Design|
Vim
VR,Virtual Reality
Vue,Vue.js|
Web Development,WebDev
Web3
WebAssembly,Wasm|
WordPress|WordCamp,WP
Zig|`

export type Subject = {
  /** The usual name and other names of the same. */
  names: string[]
  /** What else stands for it within the name of a conference; undefined where that names no topic: Data, Design. */
  parts?: string[]
}

export const subjects: Subject[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [names = '', parts] = line.split('|')
    return { names: names.split(','), parts: parts?.split(',').filter(Boolean) }
  })

/** The letters of a name alone: 'open-source' and 'OpenSource', but C, C# and C++ are three. */
const lettersOf = (name: string) => fold(name).replace(/[^\p{L}\p{N}+#]+/gu, '') || fold(name)

const subjectOfLetters = new Map(
  subjects.flatMap(({ names }) => names.map((name) => [lettersOf(name), names[0]!] as const)),
)

/** The usual name of a topic that is called so; undefined if it is not known. */
export const usualTopicName = (name: string): string | undefined => subjectOfLetters.get(lettersOf(name))

/** What two names of one subject share: 'Node.js' and 'nodejs', 'Go' and 'golang', 'Type Theory' and 'type-theory', 'Agent' and 'agents'. */
export function subjectKey(name: string): string {
  const letters = lettersOf(name)
  const subject = subjectOfLetters.get(letters)
  if (subject !== undefined) return lettersOf(subject)
  return /[a-z]{4}s$/.test(letters) && !/(?:ss|us|is|js)$/.test(letters) ? letters.slice(0, -1) : letters
}

const smallWords = new Set('a and at for in of on or the to with'.split(' '))

/** A topic as people write it: that of a list, 'distributed-systems', is one with spaces and capitals. */
export function properTopicName(tag: string): string {
  const usual = usualTopicName(tag)
  if (usual !== undefined || !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(tag)) return usual ?? tag
  return tag
    .split('-')
    .map((word, index) =>
      index > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')
}
