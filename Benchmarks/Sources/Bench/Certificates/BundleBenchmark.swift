import Foundation
import Security

/// Measures how long the tool takes to import certificates into a new keychain. There are as many certificates as in
/// the bundle of a Linux distribution.
enum BundleBenchmark {
  static let count = 150

  static func run(_ store: StoreFolder, tool: String, isQuick: Bool) -> Summary {
    note("importing certificates with the tool")
    let made = MadeCertificate()
    let folder = store.path + "/bundle"
    let bundle = folder + "/bundle.pem"
    let text = (0..<count).map { number in
      let data = SecCertificateCopyData(made.certificate(number)) as Data
      let body = data.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
      return "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(text.joined().utf8).write(to: URL(fileURLWithPath: bundle))
    } catch {
      fail("\(bundle): \(error)")
    }
    var samples = Samples()
    for number in 0..<(isQuick ? 5 : 15) {
      var environment = Child.environment(store)
      environment["LATCHKEY_HOME"] = "\(folder)/\(number)"
      let program = Program(
        name: "security import", words: [tool, "import", bundle],
        environment: environment.map { "\($0)=\($1)" })
      samples.append { program.run() }
    }
    return samples.summary
  }
}
