/// The operations that are measured.
enum MeasuredOperation: String, Codable {
  case findData = "find one, data"
  case findAttributes = "find one, attributes"
  case existence
  case miss
  case findTen = "find all of a service, 10"
  case findTenThousand = "find all, 10 000 with data"
  case add
  case update
  case delete
  case addsInARow = "1 000 adds in a row"
  case open = "open, with the first find"
}
