/// All that one run measured: what is written as JSON (see Benchmarks/README.md).
struct Report: Codable {
  var machine = Machine()
  var stores: [StoreReport] = []
  var scaling: [ScalingReport] = []
  var keys: [KeyReport] = []
  var keySearch: KeySearchReport?
  var certificates: [CertificateReport] = []
  var freeAttributes: [FreeAttributesReport] = []
  /// The tool imports a bundle of them.
  var bundle: Summary?
  var processes: [ProcessReport] = []
  var rival: [RivalReport] = []
  var instructions: [InstructionReport] = []
  var targets: [TargetReport] = []
}
