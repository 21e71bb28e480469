#include "gui/model/network_answer.h"

#include <QCoreApplication>

#include "core/answer/network_question.h"
#include "core/answer/network_times.h"
#include "core/answer/topology_document.h"
#include "core/network/topology_build.h"
#include "core/network/topology_draw.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

struct NetworkAnswers {
  Q_DECLARE_TR_FUNCTIONS(NetworkAnswers)
};

}  // namespace

ToldAnswer networked(const NetworkFields& fields, const catalog::Catalog& catalog) {
  ToldAnswer answer = toldBy([&](ToldAnswer& told) {
    const std::string instance = typedText(fields, "instance");
    if (instance.empty()) return;
    hardware::Cluster cluster;
    cluster.instance = catalog.instance(instance);
    cluster = answer::with_nodes(std::move(cluster), typedText(fields, "nodes"));
    const answer::TimesQuestion question{.cluster = cluster,
                                         .collective = answer::collective_named(typedText(fields, "collective")),
                                         .sizes = answer::collective_sizes({}),
                                         .expect = true,
                                         .log = {}};
    const auto times = answer::collective_times(question, catalog);
    if (times) {
      told.document = answer::times_document(*times);
      told.pictures.push_back(
          {NetworkAnswers::tr("Bus bandwidth, modelled and measured"), answer::busbw_chart(*times)});
    } else {
      // Without a measurement there is no interval to tell.
      answer::TimesQuestion bare = question;
      bare.expect = false;
      told.document = answer::textbook_document(bare);
    }
    const hardware::Cluster shape = answer::with_fabric(
        cluster, {.fabric = typedText(fields, "fabric"), .oversubscription = typedText(fields, "oversubscription")},
        catalog);
    const network::AssumedShape assumed = network::topology_shape(shape.instance, shape.num_nodes);
    const answer::Document levels = answer::topology_document(shape);
    told.title = spoken(levels.headline);
    told.pictures.push_back(
        {NetworkAnswers::tr("The network"), topology_svg(network::Topology(assumed.shape), assumed.assumptions)});
    told.document.tables.insert(told.document.tables.begin(), levels.tables.begin(), levels.tables.end());
    told.document.warnings.insert(told.document.warnings.end(), levels.warnings.begin(), levels.warnings.end());
  });
  // "--nodes" belongs to the field of that name.
  for (Issue& issue : answer.issues)
    if (issue.where.starts_with("/--")) issue.where.erase(1, 2);
  return answer;
}

NetworkFields networkFieldsOf(const plan::Report& report) {
  const hardware::Cluster& cluster = report.scenario.cluster;
  return {{"instance", cluster.instance.name}, {"nodes", std::to_string(cluster.num_nodes)}};
}

QStringList collectiveNames() {
  QStringList names;
  for (const std::string_view name : network::kCollectiveNames.texts) names.append(shown(name));
  return names;
}

}  // namespace fmplan::gui
