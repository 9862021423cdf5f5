/// The results that a dictionary asks for.
struct RequestedResults: OptionSet {
  let rawValue: UInt8

  static let data = RequestedResults(rawValue: 1 << 0)
  static let attributes = RequestedResults(rawValue: 1 << 1)
  static let reference = RequestedResults(rawValue: 1 << 2)
  static let persistentReference = RequestedResults(rawValue: 1 << 3)
}
