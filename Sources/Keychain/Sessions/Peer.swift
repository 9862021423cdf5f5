/// The caller of a service.
package struct Peer: Sendable {
  /// The session of the client; nil for the program that contains the service.
  package let session: ClientSession?
  package let caller: Caller
  /// The permissions of the client. The program that contains the service has all permissions.
  package let permissions: Permissions

  package init(_ caller: Caller, in session: ClientSession? = nil, permissions: Permissions = .all) {
    self.session = session
    self.caller = caller
    self.permissions = permissions
  }
}
