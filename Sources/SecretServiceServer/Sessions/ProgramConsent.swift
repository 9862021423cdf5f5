/// The programs that the person has allowed to use the Secret Service, if each program needs this.
///
/// A program is the path of the executable file of the process that connected. The path is no proof: a program can run
/// another file, or make the path wrong. The question keeps a person informed, and keeps no hostile program out.
struct ProgramConsent {
  /// Whether the person is asked.
  let isNeeded: Bool
  private var allowed: Set<String> = []
  /// The program of each connection that has asked for something.
  private var programs: [String: String] = [:]

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
    let found = program(client)
    programs[client] = found
    return allowed.contains(found)
  }

  /// Allows the program of a connection, until the service ends.
  mutating func allow(_ client: String) {
    if let program = programs[client] { allowed.insert(program) }
  }

  mutating func end(client: String) { programs[client] = nil }
}
