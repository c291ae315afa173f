const words = (text: string) => text.split(/,\s*/)

/** Forty subjects: in the names of events, and with four endings the 200 topics. */
export const nouns = words(
  'JavaScript, Python, Cloud, DevOps, Data, Security, Agile, Java, Rust, Golang, Kotlin, Swift, Ruby, PHP, Testing, Design, Mobile, Web, Linux, Open Source, Kubernetes, Machine Learning, Accessibility, Observability, Databases, Scala, Elixir, Haskell, Networks, Embedded, Robotics, Games, Privacy, Hardware, Performance, Documentation, Compilers, Cryptography, Quantum, Maps',
)
export const suffixes = words(
  'Conf, Summit, Days, Con, Camp, Fest, Forum, Week, Meeting, Symposium, Workshop, Congress',
)
export const series = words('Europe, Asia, Americas, Nordic, World, Live, Online, Spring, Autumn, Winter')
export const towns = words(
  'London, Berlin, San Francisco, New York, Paris, Amsterdam, Bengaluru, Singapore, Tokyo, Lisbon, Gothenburg, Chicago, Toronto, Warsaw, Krakow, Vienna, Zurich, Madrid, Barcelona, Milan, Oslo, Helsinki, Copenhagen, Dublin, Prague, Budapest, Bucharest, Athens, Istanbul, Cairo, Lagos, Nairobi, Sydney, Melbourne, Auckland, Seoul, Taipei, Santiago, Bogota, Montreal',
)
export const countries = words(
  'United Kingdom, Germany, United States, France, Netherlands, India, Singapore, Japan, Portugal, Sweden, Canada, Poland, Austria, Switzerland, Spain, Italy, Norway, Finland, Denmark, Ireland, Czechia, Hungary, Romania, Greece, Turkey, Egypt, Nigeria, Kenya, Australia, New Zealand, South Korea, Taiwan, Chile, Colombia, Mexico, Brazil, Argentina, Peru, Uruguay, Belgium, Luxembourg, Estonia, Latvia, Lithuania, Ukraine, Croatia, Serbia, Slovenia, Slovakia, Bulgaria, Israel, Thailand, Vietnam, Indonesia, Malaysia, Philippines, China, South Africa, Ghana, Morocco',
)
export const firstNames = words(
  'Maria, Anna, David, John, Sarah, Ahmed, Wei, Priya, Lucas, Emma, Noah, Olga, Ivan, Sofia, Carlos, Yuki, Kenji, Fatima, Omar, Chloe, Hugo, Ingrid, Lars, Mateo, Nadia, Pedro, Quentin, Rosa, Stefan, Tomas, Ursula, Viktor, Wendy, Xenia, Yusuf, Zoe, Aisha, Bruno, Clara, Dmitri',
)
export const lastNames = words(
  'Andersson, Becker, Cohen, Dubois, Eriksen, Fischer, Garcia, Hoffmann, Ito, Jansen, Kim, Lopez, Mueller, Nguyen, Okafor, Patel, Quispe, Rossi, Singh, Tanaka, Ueda, Vargas, Wang, Xu, Yilmaz, Zhang, Almeida, Bianchi, Costa, Diallo, Evans, Fernandez, Gomez, Haddad, Ivanov, Johansson, Kowalski, Lindgren, Martin, Novak, Olsen, Petrov, Ramos, Schmidt, Torres, Ullah, Virtanen, Weber, Yamamoto, Zimmermann',
)
export const wordsOfTalks = words(
  'building, scaling, testing, fast, reliable, small, services, queues, caches, teams, people, types, parsers, graphs, models, streams, pipelines, without, with, from, for, the, a, production, legacy, modern, practical, history, future, lessons, failure, recovery, design, tools, maps, secrets',
)
