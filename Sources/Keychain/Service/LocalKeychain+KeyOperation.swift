import KeychainFiles
import KeychainModel
import RowSealing

extension LocalKeychain {
  /// Performs an operation with a private key that the caller may read. The key does not leave the service.
  ///
  /// - Throws: The errors of a search for the key, and of `KeyOperationRequest.run`.
  func perform(
    _ request: KeyOperationRequest, _ caller: Caller, _ proof: SessionProof?, until deadline: Deadline,
    _ resources: CallResources
  ) throws(KeychainError) -> [UInt8] {
    let query = ItemQuery(.key, isSynchronizable: nil, reference: .item(.key, request.key))
    let search = SearchRequest(query, contents: [.attributes, .secret])
    let found = try self.search(search, caller, proof, until: deadline, resources.memory)
    guard let item = found.first else { throw KeychainError(.itemNotFound, "no such key") }
    return try request.run(item)
  }
}
