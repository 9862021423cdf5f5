import Glibc

/// Whether the tests run in their long form (`make torture`).
enum LongRuns {
  static let isOn = getenv("LATCHKEY_TORTURE") != nil
}
