// Loaded before the server (NODE_OPTIONS): its clock goes on from HALLWAY_TEST_CLOCK.
const RealDate = Date
const offset = RealDate.parse(process.env.HALLWAY_TEST_CLOCK) - RealDate.now()

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length > 0 ? values : [RealDate.now() + offset]))
  }
  static now() {
    return RealDate.now() + offset
  }
}
