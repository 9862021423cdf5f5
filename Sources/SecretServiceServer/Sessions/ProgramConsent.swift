/// The programs that the person has allowed to use the Secret Service, if each program needs this.
///
/// A program is the path of the executable file of the process that connected. The path is no proof: a program can run
/// another file, or make the path wrong. The question keeps a person informed, and keeps no hostile program out.
///
/// A program whose path cannot be read is another program for each connection.
struct ProgramConsent {
  /// Whether the person is asked.
  let isNeeded: Bool
  private var allowed: Set<String> = []
  /// The program of each connection that has asked for something.
  private var programs: [String: String] = [:]

  /// The text in place of a path that cannot be read. A path begins with a slash, so it is no path.
  static let unknown = "(unknown)"

  /// The largest number of connections whose program is remembered.
  private static let largestCount = 4096

  init(isNeeded: Bool) { self.isNeeded = isNeeded }

  /// Whether a connection may use the items.
  ///
  /// - Parameter program: Finds the program of the connection.
  mutating func mayUse(_ client: String, program: (String) -> String) -> Bool {
    guard isNeeded else { return true }
    if let known = programs[client] { return allowed.contains(known) }
    if programs.count >= Self.largestCount { programs = [:] }
    let found = Self.key(program(client), client)
    programs[client] = found
    return allowed.contains(found)
  }

  /// Allows a program, until the service ends.
  ///
  /// - Parameters:
  ///   - program: The program that the question named.
  ///   - client: The connection that wanted the question.
  mutating func allow(_ program: String, of client: String) { allowed.insert(Self.key(program, client)) }

  private static func key(_ program: String, _ client: String) -> String {
    program == unknown ? client : program
  }

  /// The connections of allowed programs that have asked for something.
  var allowedClients: [String] { programs.filter { allowed.contains($0.value) }.map(\.key) }

  mutating func end(client: String) {
    programs[client] = nil
    allowed.remove(client)
  }
}
