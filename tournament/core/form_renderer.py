"""One look for every form: fields are drawn by `templates/forms/field.html`."""

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    field_template_name = "forms/field.html"
    form_template_name = "forms/form.html"
