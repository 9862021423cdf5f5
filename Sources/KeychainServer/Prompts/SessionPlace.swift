import KeychainModel

/// The session of a process: where a person sees the questions of an agent.
enum SessionPlace: Sendable, Hashable {
  /// A session of the login manager, by the name of its control group, such as `session-3.scope`.
  case scope(String)
  /// A session that the kernel counts (pam_loginuid), on a machine without a login manager.
  case audit(UInt32)
  /// The service manager of the user, which starts the programs of many desktops.
  case manager
  /// No session, such as a program of a machine without sessions.
  case none

  /// - Throws: `.notAvailable` when the process has ended.
  init(_ process: PeerProcess) throws(KeychainError) {
    self.init(
      controlGroup: try process.file("cgroup")?.content ?? [],
      auditSession: try process.file("sessionid")?.content ?? [],
      user: process.credentials.user)
  }

  /// - Parameters:
  ///   - file: The content of `/proc/PID/cgroup`.
  ///   - auditSession: The content of `/proc/PID/sessionid`.
  init(controlGroup file: [UInt8], auditSession: [UInt8], user: UInt32) {
    if let place = Self.place(inControlGroup: file, user) {
      self = place
      return
    }
    let digits = String(
      decoding: auditSession.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }, as: UTF8.self)
    // The kernel shows a process without a session as the largest number.
    guard let number = UInt32(digits), number != .max else {
      self = .none
      return
    }
    self = .audit(number)
  }

  /// The index of the agent that asks for a program: the agent of the program's session. For a program that the service
  /// manager of the user started, also an agent that shows windows. Nil when there is none.
  ///
  /// - Parameter agents: The places of the user's agents, and whether they show windows.
  func indexOfAgent(among agents: [(place: SessionPlace, isGraphical: Bool)]) -> Int? {
    agents.firstIndex { $0.place == self } ?? (self == .manager ? agents.firstIndex { $0.isGraphical } : nil)
  }

  /// A user can make control groups only below the group of the user's service manager, so no program can imitate the
  /// group of a session.
  private static func place(inControlGroup file: [UInt8], _ user: UInt32) -> SessionPlace? {
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, fields[1].isEmpty || fields[1].elementsEqual("name=systemd".utf8),
        let path = String(validating: fields[2], as: UTF8.self)
      else { continue }
      let parts = path.split(separator: "/")
      guard parts.count > 2, parts[0] == "user.slice", parts[1].hasPrefix("user-"), parts[1].hasSuffix(".slice") else {
        continue
      }
      if parts[2].hasPrefix("session-"), parts[2].hasSuffix(".scope") { return .scope(String(parts[2])) }
      if parts[2] == "user@\(user).service" { return .manager }
    }
    return nil
  }
}
