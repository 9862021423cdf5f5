import Keychain
import Security
import TestSupport

/// Runs client code with an empty keychain. The keychain is deleted afterwards.
func inTemporaryKeychain(_ body: () throws -> Void) throws {
  let folder = try TemporaryDirectory()
  try KeychainContext.$current.withValue(context(in: folder), operation: body)
}

/// Runs asynchronous client code with an empty keychain. The keychain is deleted afterwards.
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
