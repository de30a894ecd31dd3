extension Preserver {
  /// Reports siblings of one identifier, which only their order tells apart (contract 2.A.3).
  func noteNamesakes(of controller: ViewController) {
    remark(
      "several controllers in one place are called \"\(controller.restorationIdentifier ?? "")\": "
        + "they are told apart by their order")
  }

  /// Reports a restoration class without a key, which the state cannot name (contract 3.8).
  func unregistered(
    _ type: any ViewControllerRestoration.Type, of controller: ViewController
  ) -> String? {
    remark(
      "the restoration class \(String(describing: type)) of "
        + "\"\(controller.restorationIdentifier ?? "")\" is not registered: it will not be asked")
    return nil
  }
}
