import KeychainModel
package import KeychainTransport

extension Caller {
  /// The program as the service knows it. The service decides about every call itself. The list of groups is also the list
  /// of the program in keychains at other paths, which are opened in its process.
  ///
  /// - Parameter further: Groups that the program may use only in keychains at other paths.
  package convenience init(_ welcome: Welcome, further: [String] = []) {
    let groups = welcome.accessGroups
    self.init(
      accessGroups: groups + further.filter { !groups.contains($0) },
      sharedGroups: groups.contains(Self.loginGroup) ? [Self.loginGroup] : [], entitlements: Set(welcome.entitlements))
  }
}

extension Call {
  /// The call with the group in which the caller stores new items, in each new item that names no group. The service would
  /// store the items in the first group of the program. The tool stores items in the group `login`, which all programs of
  /// the user share. Returns nil when the call needs no group.
  ///
  /// - Parameter groups: The groups of the program as the service knows it.
  func namingGroup(of caller: Caller, ofProgram groups: [String]) -> Call? {
    // An application without this group stores items in its own group, also when it runs the tool.
    guard let group = caller.accessGroups.first, group != groups.first, groups.contains(group)
    else { return nil }
    func naming(_ request: AddRequest) -> AddRequest {
      guard request.attributes[.accessGroup] == nil else { return request }
      var request = request
      request.attributes[.accessGroup] = .string(group)
      return request
    }
    func naming(_ batch: BatchRequest) -> BatchRequest {
      var batch = batch
      batch.additions = batch.additions.map(naming)
      return batch
    }
    let named: Request
    switch request {
    case .items(.add(let request), let proof): named = .items(.add(naming(request)), proof: proof)
    case .items(.addAll(let requests, let sparing), let proof):
      named = .items(.addAll(requests.map(naming), sparingPresent: sparing), proof: proof)
    case .items(.addIdentities(let requests), let proof):
      let identities = requests.map {
        IdentityAddRequest(certificate: naming($0.certificate), key: naming($0.key), contents: $0.contents)
      }
      named = .items(.addIdentities(identities), proof: proof)
    case .duplicates(let batch): named = .duplicates(naming(batch))
    case .begin(.add(let requests, let sparing, let proof)):
      named = .begin(.add(requests.map(naming), sparingPresent: sparing, proof: proof))
    case .begin(.batch(let batch)): named = .begin(.batch(naming(batch)))
    default: return nil
    }
    var call = self
    call.request = named
    return call
  }
}
