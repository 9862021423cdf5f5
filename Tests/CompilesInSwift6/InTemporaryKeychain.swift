import Keychain
import Security
import TestSupport

/// Runs client code with an empty keychain of its own, which is gone afterwards.
func inTemporaryKeychain(_ body: () throws -> Void) throws {
  let folder = try TemporaryDirectory()
  try KeychainContext.$current.withValue(context(in: folder), operation: body)
}

/// The same for code that waits.
func inTemporaryKeychain(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws {
  let folder = try TemporaryDirectory()
  try await KeychainContext.$current.withValue(context(in: folder), operation: body)
}

private func context(in folder: TemporaryDirectory) -> KeychainContext {
  KeychainContext(
    LocalKeychain(StoreLocation(home: folder.path)),
    Caller(accessGroups: ["app", "login"], sharedGroups: ["login"]))
}
