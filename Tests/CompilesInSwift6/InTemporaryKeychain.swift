import Keychain
import Security
import TestSupport

/// Runs client code with an empty keychain of its own, which is gone afterwards.
func inTemporaryKeychain(_ body: () throws -> Void) throws {
  let folder = try TemporaryDirectory()
  let context = KeychainContext(
    LocalKeychain(StoreLocation(home: folder.path)),
    Caller(accessGroups: ["app", "login"], sharedGroups: ["login"]))
  try KeychainContext.$current.withValue(context, operation: body)
}
