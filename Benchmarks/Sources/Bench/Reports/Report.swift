/// All results of a run. They are written as JSON (see Benchmarks/README.md).
struct Report: Codable {
  var machine = Machine()
  var stores: [StoreReport] = []
  var scaling: [ScalingReport] = []
  var keys: [KeyReport] = []
  var keySearch: KeySearchReport?
  var certificates: [CertificateReport] = []
  var freeAttributes: [FreeAttributesReport] = []
  var keychainList: KeychainListReport?
  var service: ServiceReport?
  /// The time in which the tool imports a bundle of certificates.
  var bundle: Summary?
  var processes: [ProcessReport] = []
  var rival: [RivalReport] = []
  var instructions: [InstructionReport] = []
  var targets: [TargetReport] = []
}
