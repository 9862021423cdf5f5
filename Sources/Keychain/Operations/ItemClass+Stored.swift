import KeychainModel

extension ItemClass {
  /// Checks that items of the class can be stored. To be asked after every other check of a
  /// request, so that a wrong one has the status that it will have when the class is built (D35).
  ///
  /// - Throws: `.unimplemented` when they cannot.
  func checkStored() throws(KeychainError) {
    guard Self.stored.contains(self) else {
      throw KeychainError(.unimplemented, "items of this class cannot be stored yet")
    }
  }
}
